import { OPENAI_COMPATIBLE } from "../fixtures/replies/openai_compatible.ts";
import { testHttpPlanner } from "../fixtures/replies/http_conformance.ts";
import { testHttpRequests } from "../fixtures/replies/http_requests.ts";

testHttpPlanner(OPENAI_COMPATIBLE);
testHttpRequests(OPENAI_COMPATIBLE);
