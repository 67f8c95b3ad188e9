/** Symbol.dispose, where the engine has it; `using` is not written where it does not. */

export const disposeSymbol: typeof Symbol.dispose =
  Symbol.dispose ?? Symbol.for("Symbol.dispose");
