import { test } from "node:test"; import assert from "node:assert/strict";
import { openElement, begin, answer, openQuestion, phase, stored } from "/work/main/tests/browser/element-site.mjs";
test("smoke", async()=>{
 const page=await openElement({questions:"3"},{viewport:{width:360,height:740}});
 await page.waitFor({role:"button",name:"Agree and begin"},{timeout:4000}).catch(async e=>{console.log(e.message,await page.evaluate(()=>JSON.stringify(told)),page.problems());throw e});
 await page.screenshot("w-consent");
 console.log((await page.tree()).join("\n"));
 console.log(await begin(page)); await page.screenshot("w-q1");
 await answer(page,"I realize that I plan everything around meetings. I should go to bed at ten on four nights.");
 console.log(await openQuestion(page,2)); await stored(page);
 await page.screenshot("w-q2");
 await page.click("button","Skip"); console.log(await openQuestion(page,3));
 await answer(page,"I want to keep the morning light. Morning light is what I never thought of.");
 await phase(page,"review"); await page.waitFor({role:"heading",name:"What came out of it"}); await page.screenshot("w-review",{fullPage:true});
 console.log((await page.tree()).join("\n"));
 await page.click("button","Finish"); await phase(page,"finished"); await page.screenshot("w-finished",{fullPage:true});
 console.log(JSON.stringify(await page.evaluate(()=>told.map(t=>t.name))), page.problems());
});
