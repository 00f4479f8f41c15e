import { AgentPlannerError } from "../contracts/errors.ts";

// Every message here is fixed: no URL, key, header, body or exception of a provider may reach a report. For the same
// reason no cause is attached, as the runtime's own network errors name the endpoint.

/** The model's answer cannot be used as a decision. Asking again is the caller's choice, never automatic. */
export function invalidResponse(what: string): AgentPlannerError {
  return new AgentPlannerError(`The model's response cannot be used: ${what}`, false, false, {
    code: "PLANNER_INVALID_RESPONSE",
  });
}

/** The response is larger than `maxResponseBytes`. */
export function responseTooLarge(): AgentPlannerError {
  return new AgentPlannerError("The model's response is larger than maxResponseBytes", false, false, {
    code: "PLANNER_RESPONSE_TOO_LARGE",
  });
}

/** The response broke off while its body was read. */
export function responseReadFailed(): AgentPlannerError {
  return new AgentPlannerError("The model's response broke off before it was complete", true, true, {
    code: "PLANNER_RESPONSE_READ_FAILED",
  });
}

/** The request could not be made at all. */
export function transportFailed(error: unknown): AgentPlannerError {
  const options = { code: "PLANNER_TRANSPORT_FAILED" } as const;
  if (isPermissionError(error)) {
    return new AgentPlannerError(
      "This process may not connect to the model endpoint: grant --allow-net for its host and port",
      false,
      false,
      options,
    );
  }
  // Fetch reports every network failure as a TypeError; anything else is a defect of an injected fetch.
  const retryable = error instanceof TypeError;
  return new AgentPlannerError(
    "The model endpoint cannot be reached: check that it is running and reachable from here",
    retryable,
    retryable,
    options,
  );
}

/** The provider answered with a status other than success; `status` is absent when a redirect hides it. */
export function httpFailed(status?: number): AgentPlannerError {
  const retryable = status !== undefined &&
    (status === 408 || status === 429 || (status >= 500 && status <= 599));
  const fallbackEligible = retryable || status === 401 || status === 402;
  return new AgentPlannerError(httpMessage(status), retryable, fallbackEligible, {
    code: "PLANNER_HTTP_ERROR",
    ...(status === undefined ? {} : { httpStatus: status }),
  });
}

/** The retained history breaks the pairing of calls and results, which is a defect of the caller. */
export function invalidHistory(what: string): AgentPlannerError {
  return new AgentPlannerError(`The conversation cannot be sent to a model: ${what}`, false, false, {
    code: "PLANNER_FAILED",
  });
}

function httpMessage(status: number | undefined): string {
  if (status === undefined || (status >= 300 && status <= 399)) {
    return "The model endpoint answered with a redirect, which is refused: configure its final address";
  }
  const advice = httpAdvice(status);
  return `The model endpoint answered with HTTP status ${status}${advice === "" ? "" : `: ${advice}`}`;
}

function httpAdvice(status: number): string {
  switch (status) {
    case 400:
    case 422:
      return "check that the model supports tool calls, and images unless supportsImages is false";
    case 401:
      return "check the API key";
    case 402:
      return "check the account's balance";
    case 403:
      return "this account may not use the model";
    case 404:
      return "check the endpoint's path and the model's name";
    case 413:
      return "the conversation is too large for this endpoint";
    case 429:
      return "too many requests or an exhausted quota";
    default:
      return "";
  }
}

function isPermissionError(error: unknown): boolean {
  return error instanceof Error && (error.name === "NotCapable" || error.name === "PermissionDenied");
}
