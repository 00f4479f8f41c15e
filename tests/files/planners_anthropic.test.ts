import { ANTHROPIC } from "../fixtures/replies/anthropic.ts";
import { testHttpPlanner } from "../fixtures/replies/http_conformance.ts";
import { testHttpRequests } from "../fixtures/replies/http_requests.ts";

testHttpPlanner(ANTHROPIC);
testHttpRequests(ANTHROPIC);
