import type { Catalog } from '../catalog.ts'

export const common: Catalog['common'] = {
  copy: 'Nakili',
  copied: 'Imenakiliwa',
  copyNamed: 'Nakili {name}',
}
