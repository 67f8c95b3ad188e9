export default { book: ["index", "chapter", "after"] };
