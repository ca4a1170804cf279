import type { Catalog } from '../catalog.ts'

export const signIn: Catalog['signIn'] = {}
