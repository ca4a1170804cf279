import type { Catalog } from '../catalog.ts'

export const messages: Catalog['messages'] = {}
