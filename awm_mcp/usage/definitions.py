"""What each number means; printed with the numbers on request."""

from __future__ import annotations

DEFINITIONS: dict[str, str] = {
    "tasks": "Tasks of agents: by the handle that find_workflows gives, else per connection, told apart by a report or by "
    "20 minutes of silence.",
    "task_call": "Tasks with at least one call of a workflow tool, of all tasks. The paper's number (AWM_AS: 18.5 %).",
    "eligible_call": "The same, of eligible tasks: a search fitted, a workflow was called, or no search was made and the "
    "site had a published workflow by the end of the task. The fair number.",
    "precision": "Calls that reached their end state (ok), of calls whose end is known.",
    "false_calls": "Tasks with a call, of the tasks whose searches all said that nothing fits.",
    "followed_by_hand": "Tasks in which the steps of a shown workflow were done by hand instead of calling it, of the tasks "
    "in which a workflow was shown by search or prompt.",
    "success_with": "Tasks reported as success, of the reported tasks with a call.",
    "success_without": "Tasks reported as success, of the reported tasks without a call.",
    "step_share": "Steps done by workflow calls, of these and the steps of reported runs.",
    "exposure_to_call": "Of the tasks in which the workflow was shown by search or prompt, those that called it.",
    "success": "Calls of the workflow that ended ok, of its calls whose end is known.",
    "steps_saved": "Browser steps done by calls that ended ok.",
    "interval": "95 % interval by Wilson's score method; steps and calls of one task are not independent, so read the "
    "intervals of precision and step share as lower bounds of the doubt.",
}
