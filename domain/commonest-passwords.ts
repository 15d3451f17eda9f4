// Written by tools/common-passwords.mjs.

/** The thousand most common passwords of eight or more characters, between spaces. */
export const COMMONEST_PASSWORDS = `
0.0.0.000 00000000 0000000000 01011910 01011970 01011980 01011981 01011984 01011985 01011986 01011987 01011988
01011989 01011990 01011991 01011992 01012000 01012001 01012010 01012011 01091989 0123456789 02071982 02071986 03082006
0987654321 10101010 10203040 1029384756 11111111 111111111 1111111111 11112222 111222333 11223344 1122334455 11235813
1123581321 12121212 12131415 12312312 123123123 1232323q 123321123 12341234 12344321 1234512345 123454321 1234554321
12345678 123456789 1234567890 1234567890q 12345678910 123456789a 123456789q 123456789z 12345678q 12345679 1234567a
1234567q 123456aa 123456qwerty 12345qwert 1234abcd 1234qwer 123654789 12369874 123698745 123789456 123qwe123 123qweasd
123qweasdzxc 123qwerty 12qw34er 12qwaszx 13131313 13243546 14725836 147258369 147852369 14789632 147896325 15426378
18436572 192837465 19411945 19691969 19721972 19731973 19741974 19751975 19781978 19811981 19821982 19831983 19841984
19851985 19861986 19871987 19881988 19891989 19901990 19911991 19921992 19931993 19941994 19951995 1a2b3c4d 1passwor
1q2w3e4r 1q2w3e4r5 1q2w3e4r5t 1q2w3e4r5t6y 1qa2ws3ed 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1x2zkg8w 20002000
20012001 20102010 21122112 21212121 22222222 23232323 25252525 25802580 31415926 321654987 33333333 44444444
4815162342 51505150 55555555 5555555555 609609609 66666666 69696969 73501505 741852963 77777777 78945612 789456123
789789789 87654321 88888888 8j4ye3uz 963852741 98765432 987654321 9876543210 99999999 999999999 a1234567 a123456789
a1b2c3d4 a1s2d3f4 aaaaaaaa aardvark abc12345 abcd1234 abcdefgh aberdeen access14 achilles adgjmptw agent007 airborne
airforce airplane albatros alejandr aleksandr alexande alexander alexandr alexandra alliance america1 american
amsterda amsterdam anaconda anastasia anderson angelica angelina anhyeuem anthony1 anything apollo13 apple123 applepie
aquarius arsenal1 asdasdasd asdf1234 asdfasdf asdfghjk asdfghjkl aspirine assassin asshole1 assholes atlantic atlantis
attitude australi australia avalanch azsxdcfv babyblue babydoll babygirl babylon5 backdoor bangbang barcelon barcelona
barefoot baseball basketba basketball bearbear beatrice beautiful beefcake beerbeer benjamin bigballs bigboobs
bigdaddy bigmoney billybob billyboy birthday blackcat blackdog blackhaw blackjac blackman blahblah blink182 blizzard
bluebird blueblue blueeyes bluemoon bobafett bollocks bonehead boomboom bradford brandon1 brighton brittany broadway
brooklyn brothers brucelee buckeyes buckshot budlight budweise bulldogs bullseye bullshit bunghole business butterfl
butterfly butthead butthole cadillac caliente californ california callaway cambiami campbell canadian candyman
cardinal carolina caroline catalina catherin catherine cavalier cdtnkfyf chainsaw champion chandler changeme chargers
charlie1 charlott charlotte charlton chelsea1 chemical cherokee chester1 chevelle chevrole cheyenne chicken1 chickens
children chocolat chocolate chrisbln christia christian christie christin christina christine christop christopher
chuckles cinnamon cjkysirj clarence clarinet clifford clitoris cocacola colombia colorado coltrane columbia columbus
commando computer concrete consumer cooldude corvette cosworth courtney cowboys1 crawford crazybab creampie creative
cristina crjhgbjy crusader danielle dannyboy darkness darkside darkstar davidson dbrnjhbz deadhead december deepthroat
deeznuts deeznutz defender deftones designer devildog dfktynbyf diamond1 diamonds dickhead dietcoke dilligaf dingdong
dinosaur director discover dkflbckfd dkflbvbh doberman dodgeram dolphins doughboy downtown drowssap drpepper dthjybrf
eastside eatpussy einstein ekaterina electric elephant elizabet elizabeth emmanuel engineer enterpri enterprise
ericsson eternity excalibu explorer february federico fernando fireball firebird fktrcfylh fktrcfylhf flamingo
fletcher florence flounder football football1 fordf150 formula1 francois franklin freckles frederic fredfred freedom1
freepass freeporn freeuser front242 frontier fuck_inside fuckface fuckfuck fuckthis fuckyou1 fuckyou2 function
fyfcnfcbz gangbang gangster garfield gargoyle gateway1 geronimo gesperrt getmoney gggggggg ghbdtnbr ghjcnjnfr giovanni
giuseppe gladiator gn56gn56 godfather godsmack godzilla goldberg goldfish goldstar golfball golfgolf goodluck goodtime
gordon24 gotohell grateful greatone greenbay greenday gretchen guardian guinness hahahaha halflife hamilton handsome
hannibal happy123 happyday hardcore hardrock harrison hastings hawkeyes heather1 hedgehog hellfire hello123 hellyeah
hercules highland hollywoo hollywood holyshit hongkong hotpussy hotstuff hurrican hyperion icecream idontknow ihateyou
ilovesex iloveyou immortal imperial infantry infiniti infinity internet intrepid intruder isabella isabelle jackson1
james007 jamesbon jamesbond japanese jasmine1 jeanette jennifer jeremiah jessica1 jjjjjjjj johannes johnjohn jonathan
jordan23 juliette justdoit juventus kamikaze kangaroo karolina katerina kathleen kawasaki kcj9wx5n kentucky kenworth
keyboard keystone killbill kimberly kingfish kingkong kingston kittycat knickers kristina kristine labrador lacrosse
lancelot lasvegas lawrence leonardo lesbians letmein1 letmein2 lifehack lifetime lightnin lionking lisalisa liverpoo
liverpool lkjhgfdsa logitech lokomotiv lollipop lonestar lonewolf longhorn lorraine lovelove loverboy lowrider
luckydog macdaddy madeline magicman magnolia mailcreated5240 majestic makaveli mamapapa manchest manchester mandingo
maradona marathon margaret margarita marianne mariners marino13 marlboro marshall martinez maryjane maryland matthew1
maverick mazafaka meatball meathead meatloaf mechanic medicine megadeth megapass melissa1 meowmeow mercedes meredith
meridian mersedes metallic metallica michael1 michaela michelle michigan microlab microsof microsoft midnight mikemike
military minecraft mistress mitchell mmmmmmmm mohammed moneyman mongoose monopoly montgom240 montreal morpheus
morrison motherlode motorola mountain multiplelo munchkin mushroom musicman mustang1 mustangs napoleon nathalie
national ncc1701a ncc1701d ncc1701e nebraska newcastl nicholas nintendo november nuttertools nwo4life oblivion
oklahoma operator original overlord p0015123 pa55w0rd pa55word paintbal paintball pakistan panasoni panasonic panthers
pantyhos paradise pass1234 passpass passport passw0rd passwor1 password password1 password123 passwords passwort
patricia patrick1 patriots pavilion pearljam peekaboo penelope penguins personal peterpan peterson phillies phillips
phoenix1 pianoman pineappl pingpong pinkfloy platinum playtime pleasure plymouth poiuytrewq pokemon1 poohbear poontang
pooppoop porkchop pornstar porsche9 portland portugal poseidon positive pppppppp precious predator presario princess
punisher punkrock pussycat q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qawsedrf qazwsx12 qazwsx123 qazwsxed qazwsxedc
qazwsxedcrfv qazxswedc qqqqqqqq qweasdzxc qwer1234 qwerasdf qwerqwer qwert123 qwerty12 qwerty123 qwerty1234
qwerty12345 qwerty123456 qwertyqwerty qwertyui qwertyuio qwertyuiop r2d2c3po ragnarok raiders1 railroad raistlin
rammstein rangers1 rasputin rastaman redalert redskins redwings remember renegade research resident rfnthbyf rhbcnbyf
rhfcjnrf richard1 richards richmond rightnow rjirfrgbde roadkill robinson robotech rockford rockhard rockstar rolltide
romashka rootbeer rosemary runescape rush2112 sailboat salamander salvador samantha samsung1 sandiego santiago
sapphire saratoga satan666 saturday savannah scarface scarlett scoobydo scooter1 scorpion scotland sebastia sebastian
security seinfeld seminole semperfi sentinel septembe september serenity sersolution sexsexsex sexygirl shamrock
shaney14 sherlock sherwood shithead shopping showtime simpsons sinclair sithlord skittles skorpion skywalke skywalker
slapshot slipknot sneakers snickers snoopdog snowball snowboar snuggles socrates softball software sojdlg123aljg
solution somethin soso123aljg southern southpark spanking spartans spectrum spiderma spiderman spitfire splinter
spongebob springer squirrel srinivas ssssssss stallion standard starbuck starcraft stardust starfire starfish stargate
starship startrek starwars steelers stephani stephanie sterling stingray stocking stonecol stranger stripper sundance
sunflowe sunnyday sunshine super123 superfly superman superman1 supersta superstar svetlana sweetpea swimming swingers
swordfis swordfish syracuse tacobell tarheels tazmania technics terminal terminator test1234 testtest thailand
thanatos thankyou theodore thirteen thompson thuglife thunder1 thursday titanium titleist together tommyboy tomorrow
tottenha translator traveler treasure trfnthbyf triangle trinidad trombone truelove trustno1 tunafish turkey50
twilight ultimate umbrella underdog undertaker universe usuckballz1 vacation valentin valentina valhalla vanhalen
verbatim veronica veronika vfhufhbnf vfrcbvrf vfvfgfgf victoria viewsonic viktoria virginia vkontakte vladimir
vladislav warcraft warhammer warriors waterloo webmaster welcome1 werewolf westside westwood wetpussy whatever
whitesox whocares wildcats wildfire william1 williams wolfgang wolfpack wolverin wolverine woofwoof wordpass wrangler
wrestlin wrinkle1 xxxxxxxx yankees1 yosemite zaq12wsx zaq1xsw2 zeppelin zerocool zxcasdqwe zxcv1234 zxcvbnm1 zzzzzzzz
`;
