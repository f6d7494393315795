import { attributeNames, nodeShapes, type NodeType } from '../definition.js';

/** The attribute words. */
export type AttributeName = (typeof attributeNames)[number];

/** Node types by keyword in lower case: keywords may be written in any case. */
export const nodeKeywords: ReadonlyMap<string, NodeType> = new Map((Object.keys(nodeShapes) as NodeType[]).map((type) => [type.toLowerCase(), type]));

/** Attributes by keyword in lower case. */
export const attributeKeywords: ReadonlyMap<string, AttributeName> = new Map(attributeNames.map((name) => [name.toLowerCase(), name]));
