import { testHttpPlanner } from "../fixtures/replies/http_conformance.ts";
import { OLLAMA } from "../fixtures/replies/ollama.ts";

testHttpPlanner(OLLAMA);
