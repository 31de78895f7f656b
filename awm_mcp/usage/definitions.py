"""What each number means; printed with the numbers on request."""

from __future__ import annotations

DEFINITIONS: dict[str, str] = {
    "tasks": "Tasks of agents: by the handle that find_workflows gives, else per connection, told apart by a report or by "
    "20 minutes of silence. What the owner does on the command line is no task.",
    "exposed": "Tasks in which a workflow was shown by search, prompt or offer, or called from the tool list.",
    "solved_by_call": "Tasks with at least one call that reached its end state.",
    "task_call": "Tasks with at least one call of a workflow tool, of all tasks. The paper's number (AWM_AS: 18.5 %).",
    "eligible_call": "The same, of eligible tasks: a search fitted, a workflow was called, or no search was made and the "
    "site had a published workflow by the end of the task. The fair number.",
    "precision": "Calls that reached their end state (ok) without help, of calls whose end is known. A call that stopped, "
    "was handed over and resumed counts by how it first ended.",
    "false_calls": "Tasks with a call, of the tasks whose searches all said that nothing fits.",
    "followed_by_hand": "Tasks in which two or more first steps of a workflow were done by hand after it was shown and it "
    "was not called, of the tasks in which a workflow was shown by search, prompt or offer.",
    "success_with": "Tasks reported as success, of the reported tasks with a call.",
    "success_without": "Tasks reported as success, of the reported tasks without a call.",
    "step_share": "Steps done by workflow calls, of these and the steps of reported runs.",
    "exposure_to_call": "Of the tasks in which the workflow was shown by search or prompt, those that called it.",
    "success": "Calls of the workflow that ended ok, of its calls whose end is known.",
    "steps_saved": "Browser steps done by calls that ended ok.",
    "seconds_with": "Median seconds from the first search or call to the report of a solved task with a call.",
    "seconds_without": "The same without a call; the difference is what a call saves, as far as the tasks are alike.",
    "interval": "95 % interval by Wilson's score method; steps and calls of one task are not independent, so read the "
    "intervals of precision and step share as lower bounds of the doubt.",
}
