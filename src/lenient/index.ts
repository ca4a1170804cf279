export { openLenientEdge } from './edge.ts'
export { leadToRightPath, refuseGuess } from './paths.ts'
