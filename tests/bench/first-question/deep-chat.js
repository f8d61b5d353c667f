// deep-chat with a first message of its own and a handler in the page in place of a service: nothing is waited for.
import "deep-chat";

const chat = document.querySelector("deep-chat");
chat.introMessage = { text: "What stayed with you from the episode?" };
chat.connect = { handler: (_, signals) => signals.onResponse({ text: "Thank you." }) };
