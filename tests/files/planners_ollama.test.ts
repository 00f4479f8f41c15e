import { OLLAMA } from "../fixtures/replies/ollama.ts";
import { testHttpPlanner } from "../fixtures/replies/http_conformance.ts";
import { testHttpRequests } from "../fixtures/replies/http_requests.ts";

testHttpPlanner(OLLAMA);
testHttpRequests(OLLAMA);
