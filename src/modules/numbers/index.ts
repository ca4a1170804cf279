export { numbersConsole } from './console.ts'
export type { NumbersContext } from './context.ts'
