"""The declared costs, the budgets they are charged to, and how busy the server is."""
