import type { Catalog } from '../catalog.ts'

export const inbox: Catalog['inbox'] = {}
