import { testHttpPlanner } from "../fixtures/replies/http_conformance.ts";
import { OPENAI_COMPATIBLE } from "../fixtures/replies/openai_compatible.ts";

testHttpPlanner(OPENAI_COMPATIBLE);
