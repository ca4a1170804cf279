import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** A unique name: host, process id and a random part, because process ids are reused. */
export const makeProcessName = () => `${hostname()}:${process.pid}:${randomUUID()}`
