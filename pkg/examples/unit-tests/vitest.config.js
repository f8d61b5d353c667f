export default { test: { environment: "jsdom", testTimeout: 30_000 } };
