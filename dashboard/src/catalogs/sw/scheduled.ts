import type { Catalog } from '../catalog.ts'

export const scheduled: Catalog['scheduled'] = {}
