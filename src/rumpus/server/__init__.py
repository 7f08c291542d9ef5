"""The server: tables that people and bots sit down at, over WebSocket and HTTP."""
