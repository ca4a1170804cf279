import type { OperatorCatalog } from '../catalog.ts'

export const receipts: OperatorCatalog['receipts'] = {
  title: 'Stakabadhi zisizolingana',
  about:
    'Stakabadhi za uwasilishaji ambazo kitambulisho chake hakilingani na ujumbe wowote. Kila moja hujaribiwa tena kwa siku moja, kwa sababu stakabadhi inaweza kufika kabla ya ujumbe wake kuhifadhiwa.',
  carrier: 'Mtoa huduma',
  allCarriers: 'Watoa huduma wote',
  empty: 'Hakuna stakabadhi zisizolingana.',
  received: 'Ilipokelewa',
  id: 'Kitambulisho kwenye stakabadhi',
  status: 'Hali',
  reason: 'Sababu',
  retrying: 'Bado inajaribiwa',
  yes: 'Ndiyo',
  givenUp: 'Hapana, imeachwa',
  meaning: 'Sababu zake',
  few: '<b>Stakabadhi chache</b> hazina madhara: programu nyingine inatumia system ID hiyohiyo, au ujumbe ulifutwa kabla ya stakabadhi yake kufika.',
  many: '<b>Nyingi kutoka kwa mtoa huduma mmoja:</b> anaandika vitambulisho vya ujumbe tofauti kwenye majibu na kwenye stakabadhi. 1A2B na 6699, kwa mfano, ni namba ileile. Kwenye mipangilio ya mtoa huduma, weka “Vitambulisho vya ujumbe kwenye majibu” na “Vitambulisho vya ujumbe kwenye stakabadhi” kuwa hex na decimal, au kinyume chake. Hufanya kazi kwa ujumbe utakaotumwa kuanzia hapo.',
  none: '<b>Hakuna hapa, lakini ujumbe unabaki ukisubiri:</b> huenda mtoa huduma hatumi stakabadhi, au haziwekei alama (tazama “Stakabadhi zisizo na alama” kwenye mipangilio yake).',
  removedCarriers: 'Stakabadhi za watoa huduma walioondolewa hubaki kwenye orodha.',
}
