// For component tests: both languages are there before anything is said.
import { bring, LANGUAGES } from "./text.svelte";

await Promise.all(LANGUAGES.map(bring));
