import type { Phone } from './phone.ts'

/**
 * The time zone of every calling code, where a country has several the one that most people live in, and of longer
 * beginnings of numbers where those say more: area codes, wherever mobile numbers have them too. `UTC` is for codes of
 * no country. It is plain data, from general knowledge; the test beside this file sees that no calling code is left out
 * and that every zone exists.
 */
const TABLE = `
  Africa/Cairo 20
  Africa/Juba 211
  Africa/Casablanca 212
  Africa/Algiers 213
  Africa/Tunis 216
  Africa/Tripoli 218
  Africa/Abidjan 220 221 222 223 224 225 226 228 231 232 233 245 247 290
  Africa/Lagos 227 229 234 235 236 237 240 241 242 243 244
  Indian/Mauritius 230
  Atlantic/Cape_Verde 238
  Africa/Sao_Tome 239
  Indian/Chagos 246
  Indian/Mahe 248
  Africa/Khartoum 249
  Africa/Maputo 250 257 258 260 263 265 267
  Africa/Nairobi 251 252 253 254 255 256 261 269 291
  Indian/Reunion 262
  Indian/Mayotte 262269 262639
  Africa/Windhoek 264
  Africa/Johannesburg 266 268 27
  America/Aruba 297
  Atlantic/Faroe 298
  America/Nuuk 299

  Europe/Athens 30
  Europe/Amsterdam 31
  Europe/Brussels 32
  Europe/Paris 33 377
  Europe/Madrid 34
  Atlantic/Canary 34822 34828 34922 34928
  Europe/Gibraltar 350
  Europe/Lisbon 351
  Atlantic/Madeira 351291
  Atlantic/Azores 351292 351295 351296
  Europe/Luxembourg 352
  Europe/Dublin 353
  Atlantic/Reykjavik 354
  Europe/Tirane 355
  Europe/Malta 356
  Asia/Nicosia 357
  Europe/Helsinki 358
  Europe/Sofia 359
  Europe/Budapest 36
  Europe/Vilnius 370
  Europe/Riga 371
  Europe/Tallinn 372
  Europe/Chisinau 373
  Asia/Yerevan 374
  Europe/Minsk 375
  Europe/Andorra 376
  Europe/Rome 378 39
  Europe/Kiev 380
  Europe/Belgrade 381 382 383 385 386 387 389
  Europe/Bucharest 40
  Europe/Zurich 41 423
  Europe/Prague 420 421
  Europe/Vienna 43
  Europe/London 44
  Europe/Copenhagen 45
  Europe/Stockholm 46
  Europe/Oslo 47
  Europe/Warsaw 48
  Europe/Berlin 49

  Atlantic/Stanley 500
  America/Belize 501
  America/Guatemala 502
  America/El_Salvador 503
  America/Tegucigalpa 504
  America/Managua 505
  America/Costa_Rica 506
  America/Panama 507
  America/Miquelon 508
  America/Port-au-Prince 509
  America/Lima 51
  America/Mexico_City 52
  America/Tijuana 52616 52646 52658 52661 52664 52665 52686 521616 521646 521658 521661 521664 521665 521686
  America/Hermosillo 52622 52623 52631 52632 52633 52634 52637 52638 52641 52642 52643 52644 52645 52647 52651 52653 52662 521622 521623 521631 521632 521633
    521634 521637 521638 521641 521642 521643 521644 521645 521647 521651 521653 521662
  America/Mazatlan 52311 52319 52323 52324 52325 52327 52389 52612 52613 52615 52624 52667 52668 52669 52672 52673 52687 52694 52695 52696 52697 52698 521311
    521319 521323 521324 521325 521327 521389 521612 521613 521615 521624 521667 521668 521669 521672 521673 521687 521694 521695 521696 521697 521698
  America/Ciudad_Juarez 52656 521656
  America/Cancun 52983 52984 52987 52998 521983 521984 521987 521998
  America/Havana 53
  America/Argentina/Buenos_Aires 54
  America/Sao_Paulo 55
  America/Manaus 5592 5597
  America/Boa_Vista 5595
  America/Cuiaba 5565 5566
  America/Campo_Grande 5567
  America/Porto_Velho 5569
  America/Rio_Branco 5568
  America/Santiago 56
  America/Bogota 57
  America/Caracas 58
  America/Guadeloupe 590
  America/La_Paz 591
  America/Guyana 592
  America/Guayaquil 593
  America/Cayenne 594
  America/Asuncion 595
  America/Martinique 596
  America/Paramaribo 597
  America/Montevideo 598
  America/Curacao 599

  Asia/Kuala_Lumpur 60
  Australia/Sydney 61
  Australia/Brisbane 617
  Australia/Adelaide 6188
  Australia/Perth 6189
  Asia/Jakarta 62
  Asia/Manila 63
  Pacific/Auckland 64
  Asia/Singapore 65
  Asia/Bangkok 66
  Asia/Dili 670
  Pacific/Norfolk 672
  Asia/Brunei 673
  Pacific/Nauru 674
  Pacific/Port_Moresby 675
  Pacific/Tongatapu 676
  Pacific/Guadalcanal 677
  Pacific/Efate 678
  Pacific/Fiji 679
  Pacific/Palau 680
  Pacific/Wallis 681
  Pacific/Rarotonga 682
  Pacific/Niue 683
  Pacific/Apia 685
  Pacific/Tarawa 686
  Pacific/Noumea 687
  Pacific/Funafuti 688
  Pacific/Tahiti 689
  Pacific/Fakaofo 690
  Pacific/Pohnpei 691
  Pacific/Majuro 692

  Europe/Moscow 7
  Europe/Kaliningrad 7401
  Asia/Yekaterinburg 7343
  Asia/Novosibirsk 7383
  Asia/Krasnoyarsk 7391
  Asia/Irkutsk 7395
  Asia/Vladivostok 7423
  Asia/Almaty 76 77

  Asia/Tokyo 81
  Asia/Seoul 82
  Asia/Ho_Chi_Minh 84
  Asia/Pyongyang 850
  Asia/Hong_Kong 852
  Asia/Macau 853
  Asia/Phnom_Penh 855
  Asia/Vientiane 856
  Asia/Shanghai 86
  Asia/Dhaka 880
  Asia/Taipei 886
  UTC 800 808 870 878 881 882 883 888 979

  Europe/Istanbul 90
  Asia/Kolkata 91
  Asia/Karachi 92
  Asia/Kabul 93
  Asia/Colombo 94
  Asia/Yangon 95
  Indian/Maldives 960
  Asia/Beirut 961
  Asia/Amman 962
  Asia/Damascus 963
  Asia/Baghdad 964
  Asia/Kuwait 965
  Asia/Riyadh 966
  Asia/Aden 967
  Asia/Muscat 968
  Asia/Hebron 970
  Asia/Dubai 971
  Asia/Jerusalem 972
  Asia/Bahrain 973
  Asia/Qatar 974
  Asia/Thimphu 975
  Asia/Ulaanbaatar 976
  Asia/Kathmandu 977
  Asia/Tehran 98
  Asia/Dushanbe 992
  Asia/Ashgabat 993
  Asia/Baku 994
  Asia/Tbilisi 995
  Asia/Bishkek 996
  Asia/Tashkent 998

  America/New_York 1
`

/** The area codes of North America that are not on the time of New York. */
const AREAS = `
  America/Chicago 205 251 256 334 659 938 327 479 501 870 448 850 217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872 219 319 515 563 641 712
    316 620 785 913 270 364 225 318 337 457 504 985 218 320 507 612 651 763 924 952 228 471 601 662 769 235 314 417 557 573 636 660 816 975 308 402 531 701 405
    539 572 580 918 605 615 629 731 901 931 210 214 254 281 325 346 361 409 430 432 469 512 621 682 713 726 737 806 817 830 832 903 936 940 945 956 972 979
    262 274 353 414 534 608 715 920
  America/Winnipeg 204 431 584
  America/Regina 306 474 639
  America/Denver 303 719 720 970 983 406 505 575 385 435 801 307 915
  America/Boise 208 986
  America/Phoenix 480 520 602 623 928
  America/Edmonton 368 403 587 780 825 867
  America/Los_Angeles 209 213 279 310 323 341 350 369 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 738 747 760 805 818 820 831 837 840
    858 909 916 925 949 951 702 725 775 458 503 541 971 206 253 360 425 509 564
  America/Vancouver 236 250 257 604 672 778
  America/Anchorage 907
  Pacific/Honolulu 808
  Pacific/Guam 670 671
  Pacific/Pago_Pago 684
  America/Halifax 782 902
  America/Moncton 428 506
  America/St_Johns 709 879
  Atlantic/Bermuda 441
  America/Jamaica 345 658 876
  America/Puerto_Rico 246 264 268 284 340 473 664 721 758 767 784 787 809 829 849 868 869 939
`

/** Words that begin with a letter are zones, and the digits after one are beginnings of its numbers. */
function* readZones(table: string, before: string): Generator<[beginning: string, zone: string]> {
  let zone = 'UTC'
  for (const word of table.trim().split(/\s+/)) {
    if (/^\d/.test(word)) yield [`${before}${word}`, zone]
    else zone = word
  }
}

export const TIME_ZONES: ReadonlyMap<string, string> = new Map([...readZones(TABLE, ''), ...readZones(AREAS, '1')])

const BEGINNING_MAX = Math.max(...[...TIME_ZONES.keys()].map(({ length }) => length))

/** The zone of the longest beginning that is known. */
export function timeZoneOf(phone: Phone): string {
  for (let length = BEGINNING_MAX; length > 0; length -= 1) {
    const zone = TIME_ZONES.get(phone.slice(0, length))
    if (zone !== undefined) return zone
  }
  return 'UTC'
}

interface ZoneClock {
  readonly format: Intl.DateTimeFormat
  /** What it last said: a batch asks for the same minute hundreds of times, and asking costs more than sending does. */
  minute: number
  minuteOfDay: number
}

const CLOCKS = new Map<string, ZoneClock>()
const MINUTE_MS = 60_000

/** How many minutes of the day have passed in a time zone, as its clocks show it. */
export function minuteOfDay(zone: string, at: Date): number {
  const clock = CLOCKS.get(zone) ?? newClock(zone)
  const minute = Math.floor(at.getTime() / MINUTE_MS)
  if (clock.minute !== minute) {
    const [hours = '0', minutes = '0'] = clock.format.format(at).split(':')
    clock.minute = minute
    clock.minuteOfDay = Number(hours) * 60 + Number(minutes)
  }
  return clock.minuteOfDay
}

function newClock(zone: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const clock = { format, minute: Number.NaN, minuteOfDay: 0 }
  CLOCKS.set(zone, clock)
  return clock
}
