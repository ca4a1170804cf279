import type { Catalog } from '../catalog.ts'

export const contacts: Catalog['contacts'] = {}
