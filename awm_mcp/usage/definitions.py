"""What each number means; printed with the numbers on request."""

from __future__ import annotations

DEFINITIONS: dict[str, str] = {
    "tasks": "Tasks of agents: by the handle that find_workflows gives, else per connection, told apart by a report or by "
    "20 minutes of silence. What the owner does on the command line is no task.",
    "exposed": "Tasks in which a workflow was shown by search, prompt or offer, or called from the tool list.",
    "called": "Tasks with at least one call of a workflow tool.",
    "solved_by_call": "Tasks with at least one call that reached its end state.",
    "finds": "Searches: calls of find_workflows.",
    "calls": "Calls of workflow tools. One that goes on in an open page belongs to the call that left it open, and is "
    "counted as resumed.",
    "ok": "Calls that reached their end state.",
    "reports": "Runs that agents reported.",
    "handed_over": "Calls that stopped and left their page open, for the agent to go on there by hand or to resume.",
    "resumed": "Calls that went on in a page that was handed over.",
    "task_call": "Tasks with at least one call of a workflow tool, of all tasks. The paper's number (AWM_AS: 18.5 %).",
    "eligible_call": "The same, of eligible tasks: a search fitted, a workflow was called, or no search was made and the "
    "site had a published workflow by the end of the task. The fair number.",
    "neither": "Calls that are neither for nor against a workflow: dry runs, what was cancelled or waits for an answer, "
    "values that the caller gave and the site does not take, and no browser to begin in. They are in no precision.",
    "precision": "Calls that reached their end state (ok) without help, of calls that ended for or against. A call that "
    "stopped, was handed over and resumed counts by how it first ended.",
    "false_calls": "Tasks with a call, of the tasks whose searches all said that nothing fits.",
    "followed_by_hand": "Tasks in which two or more first steps of a workflow were done by hand after it was shown and it "
    "was not called, of the tasks in which a workflow was shown by search, prompt or offer.",
    "success_with": "Tasks reported as success, of the reported tasks with a call.",
    "success_without": "Tasks reported as success, of the reported tasks without a call.",
    "step_share": "Steps done by workflow calls, of these and the steps of reported runs.",
    "shown": "Of a workflow: the tasks in which it was shown by search or prompt.",
    "by_hand": "Of a workflow: the tasks in which its first two steps or more were done by hand after it was shown.",
    "exposure_to_call": "Of the tasks in which the workflow was shown by search or prompt, those that called it.",
    "success": "Calls of the workflow that ended ok, of its calls that ended for or against it.",
    "steps_saved": "Browser steps done by calls that ended ok.",
    "seconds_with": "Median seconds from the first search or call to the report of a solved task with a call.",
    "seconds_without": "The same without a call; the difference is what a call saves, as far as the tasks are alike.",
    "interval": "95 % interval by Wilson's score method; steps and calls of one task are not independent, so read the "
    "intervals of precision and step share as lower bounds of the doubt.",
}
