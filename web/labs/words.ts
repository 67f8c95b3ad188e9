/** What the frame around every laboratory says, in both languages. */

import { integer } from "../stepper/numbers.js";
import type { Language } from "../words/index.js";
import type { Refusal } from "./fields.js";

const zh = {
  contents: "实验",
  loading: "正在装入实验……",
  failed: "这个实验没能装入。",
  again: "再试一次",
  tryThis: "试一试",
  seen: "看到什么",
  reset: "恢复开头的样子",
  alone: "单独打开",
  asTable: "图里的数",
  unread: (key: string, reason: string) => `${key} 没有采用：${reason}`,
  refused(refusal: Refusal): string {
    switch (refusal.kind) {
      case "whole":
        return `“${refusal.text}”不行，要 ${integer(refusal.min)} 到 ${integer(refusal.max)} 的整数。`;
      case "decimal":
        return `“${refusal.text}”不行，要 ${integer(refusal.min)} 到 ${integer(refusal.max)} 的数。`;
      case "choice":
        return `没有“${refusal.text}”这个选项。`;
      case "item":
        return `“${refusal.text}”不行，每一项要是 ${integer(refusal.min)} 到 ${integer(refusal.max)} 的整数。`;
      case "zeros":
        return `“${refusal.text}”全是 0，至少要有一项大于 0。`;
      case "length":
        return refusal.shortest === refusal.longest
          ? `有 ${refusal.count} 项，要 ${refusal.longest} 项。`
          : `有 ${refusal.count} 项，要 ${refusal.shortest} 到 ${refusal.longest} 项。`;
    }
  },
};

export type FrameWords = typeof zh;

function counted({ count, shortest, longest }: Extract<Refusal, { kind: "length" }>): string {
  const there = count === 1 ? "There is 1 item" : `There are ${count || "no"} items`;
  const exactly = `${longest} ${longest === 1 ? "is" : "are"}`;
  return `${there}; ${shortest === longest ? exactly : `${shortest} to ${longest} are`} needed.`;
}

const en: FrameWords = {
  contents: "Experiments",
  loading: "Loading the experiment…",
  failed: "This experiment could not be loaded.",
  again: "Try again",
  tryThis: "Try this",
  seen: "What you see",
  reset: "Start over",
  alone: "Open on its own",
  asTable: "The numbers in the picture",
  unread: (key, reason) => `${key} was not used: ${reason}`,
  refused(refusal) {
    switch (refusal.kind) {
      case "whole":
        return `“${refusal.text}” cannot be used: this takes a whole number from ${integer(refusal.min)} to ${integer(refusal.max)}.`;
      case "decimal":
        return `“${refusal.text}” cannot be used: this takes a number from ${integer(refusal.min)} to ${integer(refusal.max)}.`;
      case "choice":
        return `There is no option “${refusal.text}”.`;
      case "item":
        return `“${refusal.text}” cannot be used: each item must be a whole number from ${integer(refusal.min)} to ${integer(refusal.max)}.`;
      case "zeros":
        return `“${refusal.text}” cannot be used: at least one item must be above 0.`;
      case "length":
        return counted(refusal);
    }
  },
};

export const frameWords: Readonly<Record<Language, FrameWords>> = { zh, en };
