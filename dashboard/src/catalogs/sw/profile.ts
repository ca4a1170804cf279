import type { Catalog } from '../catalog.ts'

export const profile: Catalog['profile'] = {}
