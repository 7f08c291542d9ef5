import { mount } from "svelte";

import App from "./App.svelte";
import "./app.css";
import { settle } from "./install.svelte";

const target = document.getElementById("app");
if (target) mount(App, { target });
settle();
