/** A sample input for the contract `envelope`. It is English: it is material for models, not words of the app. */
export const input = `You interview an expert about their daily work. The stage is "operations", and three of its questions were asked. The last answer was:

"Last Tuesday the badge readers of the whole surgical wing went dark at six in the morning. I do not start at the reader; I start at the controller, because in nine cases out of ten one flapping uplink takes down all of them. I had it back in twenty minutes, and the first surgery began on time."

Ask the next question.`;
