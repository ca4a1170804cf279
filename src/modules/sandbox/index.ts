export { sandboxConsole } from './console.ts'
export { openSandbox } from './sandbox.ts'
