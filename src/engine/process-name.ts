import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** Names this process to the others: machine, process id, and a random part, because ids are used again. */
export const makeProcessName = () => `${hostname()}:${process.pid}:${randomUUID()}`
