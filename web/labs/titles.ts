/** What each laboratory is about, for the list of them; known before any is loaded. */

import type { Language } from "../words/index.js";
import type { LabName } from "./names.js";

export const labTitles: Readonly<Record<Language, Readonly<Record<LabName, string>>>> = {
  zh: {
    positions: "position_ids 从哪里来",
    shapes: "用形状说一遍",
    parameters: "位置表占多少参数",
    gradient: "哪些行学得到",
    limit: "长度的墙",
    models: "各个模型怎么做",
    sinusoidal: "固定还是学习",
    order: "为什么要有位置",
    relative: "从绝对到相对",
  },
  en: {
    positions: "Where position_ids come from",
    shapes: "Say it in shapes",
    parameters: "What the position table costs",
    gradient: "Which rows learn",
    limit: "The wall",
    models: "How the models do it",
    sinusoidal: "Fixed or learned",
    order: "Why position at all",
    relative: "From absolute to relative",
  },
};
