import { testHttpPlanner } from "../fixtures/replies/http_conformance.ts";
import { ANTHROPIC } from "../fixtures/replies/anthropic.ts";

testHttpPlanner(ANTHROPIC);
