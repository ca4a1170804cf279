import type { Catalog } from '../catalog.ts'

export const senders: Catalog['senders'] = {}
