import { mount } from "svelte";

import App from "./App.svelte";
import "./app.css";
import { settle } from "./lib/install.svelte";

const target = document.getElementById("app");
if (target) mount(App, { target });
settle();
