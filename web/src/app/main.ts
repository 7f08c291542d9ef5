import { mount } from "svelte";

import App from "./App.svelte";
import "./app.css";
import { settle } from "./install.svelte";
import { settings } from "./settings.svelte";
import { bring } from "./text.svelte";

settle(); // at once: the browser's offer to install comes only once
const target = document.getElementById("app");
void bring(settings.language).then(() => {
  if (target) mount(App, { target });
});
