export { BehaviourTree, convertMDSLToJSON, State, validateDefinition, type BehaviourTreeOptions, type NodeDetails } from './facade.js';
export { mistreevousRuntime, StockStore } from './stock-store.js';
