/** A sample input for the contract `advice`. It is English: it is material for models, not words of the app. */
export const input = `Here is a conversation of a product team. Recommend the one role that would help it most, or none.

Noor: The order page took 14 seconds again this morning. I restarted the service and it was fine for an hour.
Felix: It is always the same three queries. I added an index last month and then the nightly import became slower.
Noor: Does anybody read the query plans?
Felix: Not really. I try things until it gets better.
Samira: We have pushed the schema change back for the third release now, because nobody dares to run it on the big table.
Noor: Marketing wants the sale on Friday. I would like to sleep on Friday.`;
