/** The tables that an index can miss. */
export type TableName = "wte" | "wpe" | "token_type";

/** An index that points outside a table. Nothing was written; the next call is unaffected. */
export class IndexError extends RangeError {
  override readonly name = "IndexError";

  constructor(
    message: string,
    /** The table that has no such row. */
    readonly table: TableName,
    /** The index that was asked for. */
    readonly index: number,
    /** How many rows the table has; 0 to size - 1 are valid. */
    readonly size: number,
    /** The place in the sequence, counted from 0. */
    readonly at: number,
  ) {
    super(message);
  }
}

// A bundler may have shortened the class's own name, which engines print in stack traces.
Object.defineProperty(IndexError, "name", { value: "IndexError" });
