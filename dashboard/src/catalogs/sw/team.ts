import type { Catalog } from '../catalog.ts'

export const team: Catalog['team'] = {}
