// The page of the lessons: a route of six questions with their chart.

import "./dp-lessons.js";
import { openLab } from "../lab/lab.js";
import { LESSONS } from "./lab.js";
import { Story } from "./story.js";

openLab(LESSONS, {
  opened: (bench, description) => {
    const story = new Story(bench, description);
    return (state) => story.show(state);
  },
});
