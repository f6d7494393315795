/** The part of JSON Schema (draft 2020-12) that our schemas use, checked the plain way. Unknown keywords are an error, so that none is passed over. */
type Schema = Record<string, any>;

const notes = ['$schema', '$id', '$defs', 'title', 'description'];

const kinds: Record<string, (value: any) => boolean> = {
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
};

/** True when the value fits the schema. `files` are all schemas by `$id`. */
export function fits(value: any, schema: Schema, files: Readonly<Record<string, Schema>>, file: Schema = schema): boolean {
  const inner = (part: any, of: Schema): boolean => fits(part, of, files, file);
  const isObject = kinds['object']!(value);
  const isList = Array.isArray(value);
  const rules: Record<string, (said: any) => boolean> = {
    $ref: (said: string) => {
      const [name, path = ''] = said.split('#');
      const target = name === '' ? file : files[name!]!;
      const found = path.split('/').slice(1).reduce((node: any, key) => node[key], target);
      return fits(value, found, files, target);
    },
    type: (said) => [said].flat().some((kind: string) => kinds[kind]!(value)),
    const: (said) => value === said,
    anyOf: (said: Schema[]) => said.some((each) => inner(value, each)),
    properties: (said: Schema) => !isObject || Object.entries(said).every(([key, each]) => !Object.hasOwn(value, key) || inner(value[key], each)),
    required: (said: string[]) => !isObject || said.every((key) => Object.hasOwn(value, key)),
    additionalProperties: (said) => !isObject || Object.keys(value).filter((key) => !Object.hasOwn(schema['properties'] ?? {}, key)).every((key) => said !== false && inner(value[key], said)),
    propertyNames: (said) => !isObject || Object.keys(value).every((key) => inner(key, said)),
    minProperties: (said) => !isObject || Object.keys(value).length >= said,
    items: (said) => !isList || value.every((each: any) => inner(each, said)),
    minItems: (said) => !isList || value.length >= said,
    maxItems: (said) => !isList || value.length <= said,
    uniqueItems: () => !isList || new Set(value).size === value.length,
    minLength: (said) => typeof value !== 'string' || value.length >= said,
    maxLength: (said) => typeof value !== 'string' || value.length <= said,
    pattern: (said) => typeof value !== 'string' || new RegExp(said).test(value),
    minimum: (said) => typeof value !== 'number' || value >= said,
  };
  return Object.entries(schema).every(([key, said]) => notes.includes(key) || rules[key]!(said));
}
