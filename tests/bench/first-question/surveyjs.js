// SurveyJS with one question to be answered in text.
import { Model } from "survey-core";
import "survey-js-ui";
import "survey-core/survey-core.min.css";

const survey = new Model({ elements: [{ type: "text", name: "stayed", title: "What stayed with you from the episode?" }] });
survey.render(document.getElementById("surveyContainer"));
