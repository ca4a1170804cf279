import type { Catalog } from '../catalog.ts'

export const users: Catalog['users'] = {}
