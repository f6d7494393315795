/** A node type with its article, for errors: "a sequence", "an action". */
export function aNode(type: string): string {
  return `${/^[aeiou]/.test(type) && !type.startsWith('uti') ? 'an' : 'a'} ${type}`;
}
